// swift-format-ignore-file
//
//  Superhero+CoreDataClass.swift
//

import Foundation
import CoreData

#if canImport(ObjectiveC)
@objc(Superhero)
#endif
public class Superhero: NSManagedObject {

}
