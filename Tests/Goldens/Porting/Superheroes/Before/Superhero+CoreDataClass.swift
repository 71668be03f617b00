// swift-format-ignore-file
//
//  Superhero+CoreDataClass.swift
//

import Foundation
import CoreData

@objc(Superhero)
public class Superhero: NSManagedObject {

}
